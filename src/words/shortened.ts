/** A text of at most so many characters; what is longer ends in an ellipsis. */
export function shortened(text: string, longest = 60): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1).trimEnd()}…`;
}
