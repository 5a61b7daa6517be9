import type { Table } from '../entry';

/** What src/files has to say; the file stands in front. */
export const files: Table = {
  'files.none': 'no such file',
  'files.noneNorFolder': 'no such file or folder',
  'files.notAFile': 'not a file',
  'files.linkLoop': 'the link leads back to itself',
  'files.unwritable': 'cannot be written: {reason}',
  'files.inUse':
    'is written by process {pid} on {host}; wait for its end, or delete {lock} if there is no such process',
  'files.lockUnknown': 'is locked by {lock}, which names no process; delete it if no other command writes',
  'files.outside': 'outside of {folder}; what lies there is read in a trusted workspace only',
  'files.unreadable': 'cannot be read: {reason}',
  'files.notText': 'neither UTF-8 nor UTF-16: no text',
  'files.tooLarge': '{megabytes:fixed1} MB is over the limit of {limit:fixed1} MB',
  'files.invalidByte':
    '{file}:{line}: byte {byte} is not UTF-8; it is read as a replacement character, the rest as it is',
  'files.nameNotText': '{file}: left out, its name is not UTF-8',
  'files.leftOut': '{file}: left out, {reason}',
  'files.left': 'left out: {said}',
  'files.notJson': 'not JSON: column {column}: {said}',
  'files.json.value': 'a value is missing',
  'files.json.key': 'a field name in double quotes is missing',
  'files.json.colon': 'a colon is missing',
  'files.json.comma': 'a comma or a closing bracket is missing',
  'files.json.string': 'the text in quotes does not end, or holds a character that must be escaped',
  'files.json.more': 'there is more after the value',
  'files.json.end': 'the file ends too early',
};
