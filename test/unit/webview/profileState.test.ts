import assert from 'node:assert/strict';
import { readProfileBytes } from '../../../src/profiles/readProfile';
import { commandsIn, groupedNote } from '../../../webview/profile/model/describe';
import { formatText } from '../../../src/words/texts/profileFormat';
import { placesNote, placesOf } from '../../../webview/profile/model/joins';
import { initialProfileState, receiveProfile } from '../../../webview/profile/state';
import { parseProfileView, tableView, withTable } from '../../../webview/profile/viewState';
import { emptyPage, sampleJoins, sampleMessages, samplePage } from '../../webview/samples/profiles';
import { english } from '../../../src/words';

describe('state of the profile page', () => {
  const start = initialProfileState(parseProfileView(undefined));

  it('keeps what is shown while the file is read again, and when that fails', () => {
    const page = samplePage(5);
    const shown = sampleMessages(page).reduce(receiveProfile, start);
    const rereading = receiveProfile(shown, { type: 'reading', fraction: 0.5 });
    assert.equal(rereading.page, page);
    assert.deepEqual(rereading.reading, { fraction: 0.5 });
    const failed = receiveProfile(rereading, { type: 'failed', reason: 'gone' });
    assert.equal(failed.page, page);
    assert.equal(failed.failure, 'gone');
    assert.equal(failed.reading, null);
    assert.equal(receiveProfile(failed, { type: 'reading', fraction: null }).failure, null);
  });

  it('takes joins without touching the file', () => {
    const joins = sampleJoins({ analyzed: false });
    const next = receiveProfile(start, { type: 'joins', joins });
    assert.equal(next.joins, joins);
    assert.deepEqual(next.reading, { fraction: null });
  });

  it('restores what it can of a persisted view', () => {
    const view = parseProfileView({
      tab: 'transfers',
      summed: 'yes',
      tables: { kernels: { sort: { column: 'calls', descending: true }, filter: 7, selected: '6:k' } },
    });
    assert.equal(view.tab, 'transfers');
    assert.equal(view.summed, true);
    assert.deepEqual(tableView(view, 'kernels'), {
      sort: { column: 'calls', descending: true },
      filter: '',
      selected: '6:k',
    });
    assert.deepEqual(parseProfileView('junk'), parseProfileView(null));
  });

  it('changes one table and leaves the others', () => {
    const view = { ...start.view, ...withTable(start.view, 'kernels', { filter: 'srad' }) };
    assert.equal(tableView(view, 'kernels').filter, 'srad');
    assert.equal(tableView(view, 'api').filter, '');
    const next = { ...view, ...withTable(view, 'kernels', { selected: 'x' }) };
    assert.deepEqual(tableView(next, 'kernels'), { sort: null, filter: 'srad', selected: 'x' });
  });
});

describe('words of the profile page', () => {
  it('names formats', () => {
    assert.equal(formatText('nvprof-csv-gpu-trace'), 'nvprof GPU trace, CSV');
    assert.equal(formatText('ptxas-log+nvprof-csv-metrics'), 'ptxas log + nvprof metrics, CSV');
    assert.equal(formatText('ncu-text'), 'Nsight Compute, text');
    assert.equal(formatText('git-lfs-pointer'), 'git lfs pointer');
    assert.equal(formatText('constructor'), 'constructor');
  });

  it('finds the commands in the reasons that readers give, paths with spaces and brackets included', async () => {
    const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
    const ncu = await readProfileBytes('my runs/a (1).ncu-rep', bytes('NVR\0'));
    assert.deepEqual(commandsIn(english(ncu.reason!)), [
      'ncu --import "my runs/a (1).ncu-rep" --csv --page raw --print-units base > "my runs/a (1).csv"',
    ]);
    const nsys = await readProfileBytes(
      'app.nsys-rep',
      bytes('NVIDIA Tegra Profiler Report 2024@6@2@225-246235244400v0.\0\0\0'),
    );
    assert.deepEqual(commandsIn(english(nsys.reason!)), [
      'nsys export --type sqlite --output "app.sqlite" "app.nsys-rep"',
    ]);
    assert.deepEqual(commandsIn('the file is empty'), []);
  });

  it('says what long traces sum up', () => {
    assert.equal(groupedNote(emptyPage()), null);
    assert.equal(
      groupedNote({ ...emptyPage(), groupedEvents: { kernels: 1_234_567, api: 20 } }),
      'This trace is long: 1,234,567 launches are summed by kernel and launch shape; 20 API calls are summed by function.',
    );
  });

  it('knows one place, several, and none, whatever the kernel is called', () => {
    const joins = sampleJoins();
    const [joined, ambiguous] = Object.keys(joins.sources);
    assert.equal(placesNote(placesOf(joins, joined!)), 'image.cu:39');
    assert.equal(placesNote(placesOf(joins, ambiguous!)), '2 places');
    assert.deepEqual(placesOf(joins, 'constructor'), []);
    assert.equal(placesNote([]), '');
  });
});
