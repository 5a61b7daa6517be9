interface HtmlPage {
  /** As BCP 47 has it, e.g. `de`. */
  readonly language: string;
  /** What the page may load and run: a Content Security Policy. */
  readonly policy: string;
  readonly title: string;
  /** Elements of the head, as HTML. */
  readonly head: string;
  /** As HTML. */
  readonly body: string;
}

/** A whole page. */
export function htmlPage({ language, policy, title, head, body }: HtmlPage): string {
  return `<!doctype html>
<html lang="${escapedHtml(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapedHtml(title)}</title>
${head}
</head>
<body>
${body}
</body>
</html>
`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as it stands in an element or a quoted attribute. */
export const escapedHtml = (text: string): string => text.replace(/[&<>"']/g, (mark) => ENTITIES[mark]!);
