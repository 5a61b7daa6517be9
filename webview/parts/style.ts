import { noChange, type ElementPart } from 'lit/html.js';
import { Directive, directive, PartType, type PartInfo } from 'lit/directive.js';

/**
 * Sets style properties through the CSSOM. The page's content security policy forbids style
 * attributes, which lit's own `styleMap` writes on first render.
 */
class StyleDirective extends Directive {
  constructor(part: PartInfo) {
    super(part);
    if (part.type !== PartType.ELEMENT) throw new Error('style() stands in the tag of an element');
  }

  override update(part: ElementPart, [properties]: [Readonly<Record<string, string>>]): typeof noChange {
    const element = part.element as HTMLElement | SVGElement;
    for (const [name, value] of Object.entries(properties)) element.style.setProperty(name, value);
    return noChange;
  }

  /** Names the arguments of the directive; `update` does the work. */
  render(properties: Readonly<Record<string, string>>): typeof noChange {
    void properties;
    return noChange;
  }
}

export const style = directive(StyleDirective);
