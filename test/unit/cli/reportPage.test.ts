import assert from 'node:assert/strict';
import { html } from '../../../src/words/report/html';
import { markdown } from '../../../src/words/report/markdown';
import { reportDocument, type ReportDocument } from '../../../src/words/texts/reportDocument';
import { sampleResults } from '../../webview/samples/results';

const EVIL = `</style><script>alert("1")</script> | _x_ 'y' & \`z\``;
const page: ReportDocument = {
  title: EVIL,
  intro: [EVIL],
  sections: [
    {
      title: EVIL,
      paragraphs: [EVIL],
      table: { head: [EVIL, 'b'], rows: [[EVIL, 'two\nlines']] },
      folded: { title: EVIL, table: { head: [EVIL, 'b'], rows: [[EVIL, 'c']] } },
      bars: [{ title: EVIL, note: EVIL, bars: [{ label: EVIL, text: EVIL, share: 0.5 }] }],
    },
  ],
};

describe('a report for a colleague', () => {
  it('escapes every text in HTML, and has neither script nor anything to load', () => {
    const text = html(page);
    assert.doesNotMatch(text, /<script|alert\("/);
    assert.equal(text.match(/<\/style>/g)!.length, 1);
    assert.equal(text.match(/&lt;script&gt;/g)!.length, 14);
    assert.doesNotMatch(text, /\b(src|href|on\w+)=/);
    assert.match(text, /default-src 'none'/);
  });

  it('draws bars to one scale', () => {
    assert.match(html(page), /width: 35\.0%/);
    assert.match(markdown(page), /\| █{12} \|/);
  });

  it('escapes every text in Markdown, and keeps rows of tables on a line', () => {
    const text = markdown(page);
    assert.doesNotMatch(text, /<script/);
    assert.match(text, /\\\| \\_x\\_ 'y' &amp; \\`z\\`/);
    assert.match(text, /two lines \|/);
    for (const row of text.split('\n').filter((line) => line.startsWith('|')))
      assert.ok([2, 3].includes(row.replaceAll('\\|', '').split('|').length - 2), row);
  });

  it('begins with advice and verdicts, and ends with what they rest on', () => {
    const { sections, intro } = reportDocument(sampleResults({ kernels: 6 }), '1.2.3');
    assert.match(intro[0]!, /6 kernels on .* Made by Corun 1\.2\.3/);
    const titles = sections.map(({ title }) => title);
    assert.deepEqual(titles.slice(0, 2), ['Advice', 'Kernels that can run together']);
    assert.equal(titles.at(-1), 'What this rests on');
  });

  it('names every program whose time is not known with what to type, folded where they are many', () => {
    const results = sampleResults({ kernels: 6 });
    const [known] = results.applications;
    const nothing = { predicted: null, measured: null, order: null, unknowns: [], openNumbers: ['n'] };
    const programsOf = (names: readonly string[]) => {
      const others = names.map((name) => ({ ...known!, ...nothing, name }));
      const { sections } = reportDocument({ ...results, applications: [known!, ...others] }, '1');
      return sections.find(({ title }) => title === 'Programs')!;
    };
    const few = programsOf(['p', 'q']);
    assert.deepEqual(
      few.table!.rows.map(([name]) => name),
      [known!.name],
    );
    assert.equal(few.folded, null);
    assert.equal(few.paragraphs[0], '2 more programs, whose times are not known:');
    assert.match(few.paragraphs[2]!, /^q \(.*\): its sizes can be given: --arguments n=…$/);
    const names = [...'pqrstuvw'];
    const { folded, paragraphs } = programsOf(names);
    assert.deepEqual(paragraphs, []);
    assert.equal(folded!.title, '8 more programs, whose times are not known:');
    assert.deepEqual(
      folded!.table.rows.map(([name]) => name),
      names,
    );
    assert.ok(folded!.table.rows.every(([, , needs]) => needs!.includes('--arguments n=…')));
  });

  it('names neighbours that a kernel can run together with, and none where there are none', () => {
    const results = sampleResults({ kernels: 6 });
    const head = (of: typeof results): readonly string[] =>
      reportDocument(of, '1').sections.find(({ title }) => title === 'Kernels')!.table!.head;
    assert.ok(head(results).includes('worst neighbour'));
    const applications = results.applications.map((one) => ({ ...one, meetings: [] }));
    const alone = { ...results, applications };
    assert.ok(!head(alone).includes('worst neighbour'));
    assert.deepEqual(reportDocument(alone, '1').sections.at(-1)!.paragraphs, []);
  });
});
