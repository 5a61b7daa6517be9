import { words } from '../../../src/words';
import type { ProfilePage } from '../../../src/analysis/profileProtocol';
import type { Column } from '../../model/columns';
import { formatCount } from '../../model/format';
import { say } from '../../../src/words';

export interface WarningRow {
  readonly id: string;
  readonly code: string;
  readonly message: string;
  readonly line: number | null;
}

export function warningRows({ warnings }: ProfilePage): readonly WarningRow[] {
  return warnings.map(({ code, message, location }, index) => ({
    id: String(index),
    code,
    message: words(message),
    line: location?.line ?? null,
  }));
}

export const WARNING_COLUMNS: readonly Column<WarningRow>[] = [
  {
    id: 'message',
    title: say('webview.profile.warning'),
    csvTitle: 'warning',
    value: ({ message }) => message,
    width: 60,
  },
  {
    id: 'line',
    title: say('webview.profile.line'),
    csvTitle: 'line',
    value: ({ line }) => line,
    format: formatCount,
    width: 9,
  },
  { id: 'code', title: say('webview.profile.kind'), csvTitle: 'kind', value: ({ code }) => code, width: 22 },
];

export function warningText({ message, code }: WarningRow): string {
  return `${message}\n${code}`;
}
