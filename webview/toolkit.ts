/**
 * The only place that knows the component toolkit (archived upstream): swapping it means replacing
 * the five elements registered here.
 */
import {
  provideVSCodeDesignSystem,
  vsCodeBadge,
  vsCodeButton,
  vsCodeDropdown,
  vsCodeOption,
  vsCodeTextField,
} from '@vscode/webview-ui-toolkit';

export function registerToolkit(): void {
  provideVSCodeDesignSystem().register(
    vsCodeBadge(),
    vsCodeButton(),
    vsCodeDropdown(),
    vsCodeOption(),
    vsCodeTextField(),
  );
}
