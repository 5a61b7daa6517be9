import type { Node } from 'web-tree-sitter';
import type { SourceView } from './context';
import { namedChildren } from './reading/declarators';

/** Nodes of a text that was parsed as it is, without preprocessing. */
export const PLAIN_SOURCE: SourceView = {
  rangeOf: ({ startPosition, endPosition }) => ({
    startLine: startPosition.row + 1,
    startColumn: startPosition.column,
    endLine: endPosition.row + 1,
    endColumn: endPosition.column,
  }),
  pragmasOf: (node) => {
    const inside = namedChildren(node).find((child) => child.type === 'preproc_call');
    return [node.previousNamedSibling, inside]
      .filter((candidate): candidate is Node => candidate?.type === 'preproc_call')
      .map((candidate) => candidate.text);
  },
};
