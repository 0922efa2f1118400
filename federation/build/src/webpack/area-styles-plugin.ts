import { isInsideArea, isOwnRule, mayBeFixed, ownElement } from '@portal/federation-contract/area-styles';
import { type Rule, type Selector, transform } from 'lightningcss';
import type { Compiler, WebpackPluginInstance } from 'webpack';

/**
 * Webpack plugin that confines an area's style sheets to the area, whatever they contain. A selector that could match
 * elements of the shell or of another area matches only elements with a class of this area. A rule that defines something for
 * the whole page under a name that is not the area's fails the build.
 */
export class AreaStylesPlugin implements WebpackPluginInstance {
  readonly #id: string;

  constructor(id: string) {
    this.#id = id;
  }

  apply(compiler: Compiler): void {
    const { Compilation, WebpackError, sources } = compiler.webpack;
    compiler.hooks.thisCompilation.tap('AreaStylesPlugin', (compilation) => {
      compilation.hooks.processAssets.tap(
        // Before sheets are minimized and hashed.
        { name: 'AreaStylesPlugin', stage: Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE },
        (assets) => {
          for (const [name, source] of Object.entries(assets)) {
            if (!name.endsWith('.css')) continue;
            try {
              const css = confinedStyles(source.source().toString(), this.#id);
              compilation.updateAsset(name, new sources.RawSource(css));
            } catch (error) {
              const message = error instanceof Error ? error.message : String(error);
              compilation.errors.push(new WebpackError(`${name}: ${message}`));
            }
          }
        },
      );
    });
  }
}

/** A style sheet with selectors that match only elements of the area. Throws on rules that affect the whole page. */
export function confinedStyles(css: string, id: string): string {
  let depth = 0;
  const { code } = transform({
    filename: `${id}.css`,
    code: Buffer.from(css),
    visitor: {
      Rule(rule) {
        const name = definedName(rule);
        if (!isOwnRule(rule.type, name, id))
          throw new Error(`@${rule.type} ${name ?? ''} affects the whole page: an area may not define it`);
        if (rule.type === 'style') depth += 1;
      },
      RuleExit(rule) {
        if (rule.type === 'style') depth -= 1;
      },
      Declaration: {
        position({ value }) {
          if (mayBeFixed(value))
            throw new Error(
              'position: fixed affects the whole page: use a dialog, sidebar or toast of @portal/shared/ui',
            );
        },
      },
      Selector: (selector) =>
        isInsideArea(selector, id, depth > 1) ? undefined : withOwnClass(selector, id),
    },
  });
  return code.toString();
}

function definedName(rule: Rule): string | undefined {
  if (rule.type === 'keyframes') return rule.value.name.value;
  return rule.type === 'property' || rule.type === 'counter-style' ? rule.value.name : undefined;
}

/** Adds to the selected element that it has a class of the area, without adding specificity. */
function withOwnClass(selector: Selector, id: string): Selector {
  const subject = selector.findLastIndex(({ type }) => type === 'combinator') + 1;
  const pseudo = selector.findIndex(({ type }, index) => index >= subject && type === 'pseudo-element');
  return selector.toSpliced(pseudo === -1 ? selector.length : pseudo, 0, ownElement(id));
}
