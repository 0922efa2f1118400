import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import type { AtRule, ChildNode, Plugin } from 'postcss';
import type { RuleSetRule } from 'webpack';
import { readPortalFacts, root } from '../workspace/workspace-packages.ts';

const require = createRequire(import.meta.url);

interface RulesOptions {
  isProduction: boolean;
  hasRefresh: boolean;
  /** Prefix of generated class names, one for each package. */
  scope: string;
  /** The cascade layer of the package's own style sheets. */
  layer: string;
  /** Absolute folder of the package; sheets outside it name their layer themselves. */
  folder: string;
  /** Emits the names of classes without style sheets. */
  namesOnly?: boolean;
}

/** Loader rules for TypeScript, CSS modules and plain CSS. */
export function rules(options: RulesOptions): RuleSetRule[] {
  return [...scriptRules(options), ...styleRules(options)];
}

/** Loader rules for CSS modules and plain CSS. */
export function styleRules(options: RulesOptions): RuleSetRule[] {
  return [styleRule(options, true), styleRule(options, false)];
}

/** A loader of this package: TypeScript in the workspace, JavaScript in an installed package. */
function ownLoader(name: string): string {
  return fileURLToPath(new URL(`./${name}${path.extname(import.meta.url)}`, import.meta.url));
}

const contractFolders = [readPortalFacts().folders.contract, 'federation/contract/src'];

const contractRule: RuleSetRule = {
  test: (file) => {
    const folder = path.dirname(file).replaceAll('\\', '/');
    return /\.[jt]s$/.test(file) && contractFolders.some((one) => folder.endsWith(`/${one}`));
  },
  enforce: 'pre',
  use: ownLoader('contract-loader'),
};

/** Loader rules for TypeScript. */
export function scriptRules({ isProduction, hasRefresh }: RulesOptions): RuleSetRule[] {
  const scriptRule: RuleSetRule = {
    test: /\.tsx?$/,
    exclude: /node_modules/,
    use: {
      loader: require.resolve('swc-loader'),
      options: {
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic', development: !isProduction, refresh: hasRefresh } },
        },
      },
    },
  };
  return [contractRule, scriptRule];
}

function styleRule(options: RulesOptions, isModule: boolean): RuleSetRule {
  const test = isModule ? { test: /\.module\.css$/ } : { test: /\.css$/, exclude: /\.module\.css$/ };
  return {
    ...test,
    use: [
      ...(options.namesOnly ? [] : [MiniCssExtractPlugin.loader]),
      {
        loader: require.resolve('css-loader'),
        options: {
          importLoaders: 1,
          modules: isModule && {
            exportOnlyLocals: options.namesOnly ?? false,
            localIdentContext: root,
            localIdentName: `${options.scope}__[local]__[hash:base64:6]`,
            localIdentHashSalt: options.scope,
            namedExport: false,
            exportLocalsConvention: 'as-is',
          },
        },
      },
      {
        loader: require.resolve('postcss-loader'),
        options: { postcssOptions: { plugins: [layerStyles(options.layer, options.folder)] } },
      },
    ],
  };
}

/**
 * PostCSS plugin that puts a package's style sheets into its cascade layer, so that their effect does not depend on the
 * order in which remotes load. A sheet that already names a layer stays as it is.
 */
function layerStyles(layer: string, folder: string): Plugin {
  return {
    postcssPlugin: 'portal-layer-styles',
    Once(root, { AtRule: NewAtRule, result }) {
      const file = result.opts.from ?? '';
      if (!file.startsWith(folder) || root.some(isLayer)) return;
      const wrapper = new NewAtRule({
        name: 'layer',
        params: layer,
        nodes: root.nodes.map((node) => node.clone()),
      });
      root.removeAll();
      root.append(wrapper);
    },
  };
}

function isLayer(node: ChildNode): node is AtRule {
  return node.type === 'atrule' && node.name === 'layer';
}
