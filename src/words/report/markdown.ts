import type { ReportDocument, ReportSection, ReportTable } from '../texts/reportDocument';

/** Characters: beside them label and time have room on half a screen. */
const BAR = 24;

/** A report as GitHub Flavored Markdown. */
export function markdown({ title, intro, sections }: ReportDocument): string {
  const parts = [`# ${escaped(title)}`, ...intro.map(escaped), ...sections.flatMap(sectionText)];
  return `${parts.join('\n\n')}\n`;
}

function sectionText({ title, paragraphs, table, folded, bars }: ReportSection): readonly string[] {
  return [
    `## ${escaped(title)}`,
    ...paragraphs.map(escaped),
    ...bars.map(groupText),
    ...(table === null ? [] : [tableText(table)]),
    ...(folded === null
      ? []
      : [`<details><summary>${escaped(folded.title)}</summary>`, tableText(folded.table), '</details>']),
  ];
}

/** Bars are drawn by characters, in a table, so that they stand below each other. */
function groupText({ title, note, bars }: ReportSection['bars'][number]): string {
  const head = `**${escaped(title)}**\\\n${escaped(note)}`;
  if (bars.length === 0) return head;
  const rows = bars.map(({ label, text, share }) => [
    unbroken(label),
    '█'.repeat(Math.round(share * BAR)),
    unbroken(text),
  ]);
  return `${head}\n\n${tableText({ head: ['', '', ''], rows })}`;
}

const unbroken = (text: string): string => text.replaceAll(' ', '\u00a0');

function tableText({ head, rows }: ReportTable): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(escaped).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Text that Markdown and HTML have no meaning for, on one line. */
const escaped = (text: string): string =>
  text
    .replace(/[^\S\u00a0]+/g, ' ')
    .replace(/[\\`*_[\]#|~]/g, '\\$&')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
