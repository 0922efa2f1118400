import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import type { RuleSetRule } from 'webpack';
import { root } from '../workspace/workspace-packages.ts';
import { layerStyles } from './layer-styles.ts';

const require = createRequire(import.meta.url);

interface RulesOptions {
  isProduction: boolean;
  hasRefresh: boolean;
  /** Prefix of generated class names: the package, so that two packages never share one. */
  scope: string;
  /** The cascade layer that the package's own style sheets go into. */
  layer: string;
  /** Absolute folder of the package; sheets outside it state their layer themselves. */
  folder: string;
  /** Emits no style sheets, only the names of their classes. */
  namesOnly?: boolean;
}

/** Loader rules for TypeScript, CSS modules and plain CSS. */
export function rules(options: RulesOptions): RuleSetRule[] {
  return [...scriptRules(options), ...styleRules(options)];
}

/** Loader rules for TypeScript. */
export function scriptRules(options: RulesOptions): RuleSetRule[] {
  return [contractRule, scriptRule(options)];
}

/** Loader rules for CSS modules and plain CSS. */
export function styleRules(options: RulesOptions): RuleSetRule[] {
  return [styleRule(options, true), styleRule(options, false)];
}

/** A loader of this package: TypeScript in the workspace, JavaScript where the package is installed. */
function ownLoader(name: string): string {
  return fileURLToPath(new URL(`./${name}${path.extname(import.meta.url)}`, import.meta.url));
}

const contractRule: RuleSetRule = {
  test: /[\\/](?:shared[\\/]contract|federation[\\/]contract[\\/]src)[\\/][^\\/]+\.[jt]s$/,
  enforce: 'pre',
  use: [ownLoader('pure-schemas-loader'), ownLoader('endpoints-loader')],
};

function scriptRule({ isProduction, hasRefresh }: RulesOptions): RuleSetRule {
  return {
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
