import { createRequire } from 'node:module';
import path from 'node:path';
import webpack from 'webpack';

const developmentRouter = /(react-router[\\/]dist[\\/])development(?=[\\/])/;

/** The router's package has no condition for its production build, which leaves out the warnings for developers. */
export const productionRouter = new webpack.NormalModuleReplacementPlugin(
  developmentRouter,
  ({ createData }) => {
    if (createData?.resource === undefined) return;
    createData.resource = createData.resource.replace(developmentRouter, '$1production');
    createData.context = path.dirname(createData.resource);
  },
);

/**
 * Alias that leaves out what no text needs: the parsers of ICU messages and of texts with elements. `packageFile` depends on
 * react-i18next.
 */
export function withoutRichTexts(packageFile: string | URL): Record<string, false> {
  const library = path.dirname(createRequire(packageFile).resolve('react-i18next/package.json'));
  const unused = ['IcuTransUtils/index.js', 'IcuTransWithoutContext.js', 'TransWithoutContext.js'];
  return Object.fromEntries(unused.map((file) => [path.join(library, 'dist/es', file), false]));
}
