import { message, type Message } from '../kernel/message';

/** The first place at which a text is no JSON: line and column counted from 1, and what should stand there. */
export interface JsonFault {
  readonly line: number;
  readonly column: number;
  readonly said: Message;
}

const SPACE = /[ \t\r\n]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const SCALAR = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

type Wanted = 'value' | 'valueOrEnd' | 'key' | 'keyOrEnd' | 'colon' | 'commaOrEnd' | 'nothing';

const SAID: Readonly<Record<Wanted, Message>> = {
  value: message('files.json.value'),
  valueOrEnd: message('files.json.value'),
  key: message('files.json.key'),
  keyOrEnd: message('files.json.key'),
  colon: message('files.json.colon'),
  commaOrEnd: message('files.json.comma'),
  nothing: message('files.json.more'),
};

/** Where a text stops being JSON (RFC 8259); null for a text that is. */
export function jsonFault(text: string): JsonFault | null {
  const scanner = new Scanner(text);
  while (scanner.step());
  return scanner.fault;
}

/** One pass over the text, with the open brackets in a list: deep nesting needs no stack. */
class Scanner {
  fault: JsonFault | null = null;
  private at = 0;
  private wanted: Wanted = 'value';
  private readonly open: ('[' | '{')[] = [];

  constructor(private readonly text: string) {}

  /** Reads one token; false at the end or at a fault. */
  step(): boolean {
    this.take(SPACE);
    const next = this.text[this.at];
    if (next === undefined) return this.ends();
    if (this.isClosing(next)) return this.closes();
    switch (this.wanted) {
      case 'value':
      case 'valueOrEnd':
        return this.value(next);
      case 'key':
      case 'keyOrEnd':
        return (next === '"' && this.string('colon')) || this.refuse();
      case 'colon':
        return this.sign(next, ':', 'value');
      case 'commaOrEnd':
        return this.sign(next, ',', this.open.at(-1) === '{' ? 'key' : 'value');
      case 'nothing':
        return this.refuse();
    }
  }

  private value(next: string): boolean {
    if (next === '{' || next === '[') {
      this.open.push(next);
      this.at++;
      this.wanted = next === '{' ? 'keyOrEnd' : 'valueOrEnd';
      return true;
    }
    const after = this.afterValue();
    if (next === '"') return this.string(after);
    if (!this.take(SCALAR)) return this.refuse();
    this.wanted = after;
    return true;
  }

  private string(after: Wanted): boolean {
    this.at++;
    for (let next = this.text[this.at]; next !== '"'; next = this.text[this.at]) {
      if (next === undefined || next < ' ') return this.refuse(message('files.json.string'));
      if (next !== '\\') this.at++;
      else if (!this.take(ESCAPE)) return this.refuse(message('files.json.string'));
    }
    this.at++;
    this.wanted = after;
    return true;
  }

  private sign(next: string, sign: string, after: Wanted): boolean {
    if (next !== sign) return this.refuse();
    this.at++;
    this.wanted = after;
    return true;
  }

  private isClosing(next: string): boolean {
    const bracket = this.open.at(-1);
    if (next === '}') return bracket === '{' && ['keyOrEnd', 'commaOrEnd'].includes(this.wanted);
    return next === ']' && bracket === '[' && ['valueOrEnd', 'commaOrEnd'].includes(this.wanted);
  }

  private closes(): boolean {
    this.open.pop();
    this.at++;
    this.wanted = this.afterValue();
    return true;
  }

  private afterValue(): Wanted {
    return this.open.length === 0 ? 'nothing' : 'commaOrEnd';
  }

  private ends(): boolean {
    return this.wanted === 'nothing' ? false : this.refuse(message('files.json.end'));
  }

  private take(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    if (!pattern.test(this.text)) return false;
    this.at = pattern.lastIndex;
    return true;
  }

  private refuse(said: Message = SAID[this.wanted]): false {
    const before = this.text.slice(0, this.at);
    const lineStart = before.lastIndexOf('\n') + 1;
    this.fault = { line: before.split('\n').length, column: this.at - lineStart + 1, said };
    return false;
  }
}
