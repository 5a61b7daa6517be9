import assert from 'node:assert/strict';
import { languageOf, languageOption } from '../../../src/cli/language';

describe('the language of the command line', () => {
  it('is the one that is asked for, wherever the option stands', () => {
    assert.equal(languageOption(['gpus', '--language', 'de']), 'de');
    assert.equal(languageOption(['--language=de', 'gpus', '--json']), 'de');
    assert.equal(languageOption(['gpus']), null);
    assert.equal(languageOption(['gpus', '--language']), null);
  });

  it('is not read out of arguments behind --', () => {
    assert.equal(languageOption(['analyze', '--', '--language=de']), null);
  });

  it('is else that of the environment, in the order of POSIX, where empty counts as unset', () => {
    assert.equal(languageOf({ LANG: 'de_DE.UTF-8' }), 'de_DE.UTF-8');
    assert.equal(languageOf({ LC_MESSAGES: 'fr_FR', LANG: 'de_DE' }), 'fr_FR');
    assert.equal(languageOf({ LC_ALL: 'C', LC_MESSAGES: 'fr_FR' }), 'C');
    assert.equal(languageOf({ LC_ALL: '', LANG: 'de' }), 'de');
    assert.equal(languageOf({}), null);
  });
});
