import { languageTag } from '..';
import { escapedHtml, htmlPage } from './htmlPage';
import type { ReportBar, ReportDocument, ReportSection, ReportTable } from '../texts/reportDocument';

const STYLE = `
:root { color-scheme: light dark; --line: #8884; --bar: #4a7bd0; --faint: #777; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin-top: 2rem; } h3 { font-size: 1rem; margin-bottom: 0; }
table { border-collapse: collapse; width: 100%; display: block; overflow-x: auto; }
th, td { text-align: left; vertical-align: top; padding: .25rem .75rem .25rem 0; border-bottom: 1px solid var(--line); }
td { overflow-wrap: anywhere; min-width: 4rem; }
p { margin: .25rem 0; } .note { color: var(--faint); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem .75rem; margin: .5rem 0 1.25rem; }
dd { margin: 0; display: flex; gap: .5rem; align-items: center; }
.bar { display: block; height: .8rem; background: var(--bar); border-radius: 2px; flex: none; }
`;

/** A report as one page that needs nothing else: no script, nothing that is loaded, every text escaped. */
export function html({ title, intro, sections }: ReportDocument): string {
  return htmlPage({
    language: languageTag(),
    policy: "default-src 'none'; style-src 'unsafe-inline'",
    title,
    head: `<style>${STYLE}</style>`,
    body: [`<h1>${escapedHtml(title)}</h1>`, ...intro.map(paragraph), ...sections.map(sectionHtml)].join(
      '\n',
    ),
  });
}

const paragraph = (text: string): string => `<p>${escapedHtml(text)}</p>`;

function sectionHtml({ title, paragraphs, table, folded, bars }: ReportSection): string {
  return [
    '<section>',
    `<h2>${escapedHtml(title)}</h2>`,
    ...paragraphs.map(paragraph),
    ...bars.map(groupHtml),
    ...(table === null ? [] : [tableHtml(table)]),
    ...(folded === null
      ? []
      : [`<details><summary>${escapedHtml(folded.title)}</summary>`, tableHtml(folded.table), '</details>']),
    '</section>',
  ].join('\n');
}

function groupHtml({ title, note, bars }: ReportSection['bars'][number]): string {
  const drawn = bars.length === 0 ? '' : `\n<dl>${bars.map(barHtml).join('')}</dl>`;
  return `<h3>${escapedHtml(title)}</h3>\n<p class="note">${escapedHtml(note)}</p>${drawn}`;
}

/** At most 70 % of the row, so that the number has room behind it. */
const WIDEST = 70;

function barHtml({ label, text, share }: ReportBar): string {
  const width = (share * WIDEST).toFixed(1);
  return `<dt>${escapedHtml(label)}</dt><dd><span class="bar" style="width: ${width}%"></span>${escapedHtml(text)}</dd>`;
}

function tableHtml({ head, rows }: ReportTable): string {
  const cells = (tag: string, row: readonly string[]): string =>
    `<tr>${row.map((cell) => `<${tag}>${escapedHtml(cell)}</${tag}>`).join('')}</tr>`;
  return `<table>\n<thead>${cells('th', head)}</thead>\n<tbody>\n${rows.map((row) => cells('td', row)).join('\n')}\n</tbody>\n</table>`;
}
