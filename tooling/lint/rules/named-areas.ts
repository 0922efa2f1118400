import { type Area, areaSchema, pagePath } from '@portal/contract/area';
import * as v from 'valibot';
import { type Fault, type LintRule, lineAt, type SourceFile } from '../lint-rule.ts';

const productCode =
  /^(?:host|federation|shared|remote-[a-z0-9-]+)\/(?!.*\/testing\/).*(?<!\.test|\.fixtures)\.tsx?$/;

/**
 * Code names no sidebar of another area, and the host, the shared packages and the delivery packages name no page of
 * any: they ask for the action that an area offers.
 */
export const namedAreas: LintRule = {
  name: 'named-areas',
  check(files) {
    const areas = files.flatMap(areaOf);
    return files.filter(({ path }) => productCode.test(path)).flatMap((file) => faultsIn(file, areas));
  },
};

function areaOf({ path, text }: SourceFile): Area[] {
  if (!/^remote-[a-z0-9-]+\/area\.json$/.test(path)) return [];
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), areaSchema), text);
  return parsed.success ? [parsed.output] : [];
}

function faultsIn({ path, text }: SourceFile, areas: readonly Area[]): Fault[] {
  const isRemote = path.startsWith('remote-');
  const others = areas.filter(({ id }) => !path.startsWith(`remote-${id}/`));
  const names = others.flatMap((area) => [
    ...area.sidebars.map(({ id }) => `${area.id}/${id}`),
    ...(isRemote ? [] : area.pages.map((page) => pagePath(area, page))),
  ]);
  return names.flatMap((name) =>
    [...text.matchAll(new RegExp(`[\`'"]${RegExp.escape(name)}(?=[\`'"?#&])`, 'g'))].map(({ index }) => ({
      file: path,
      line: lineAt(text, index),
      message: `"${name}" belongs to an area: ask for the action that it offers (useAction, actionPath)`,
    })),
  );
}
