import { type Area, areaSchema, pagePath } from '@portal/federation-contract/area';
import * as v from 'valibot';
import type { Fault, LintRule, SourceFile } from '../lint-rule.ts';
import { lineOfNode, stringValue, syntaxNodes } from '../syntax-tree.ts';

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

function faultsIn(file: SourceFile, areas: readonly Area[]): Fault[] {
  const { path } = file;
  const isRemote = path.startsWith('remote-');
  const others = areas.filter(({ id }) => !path.startsWith(`remote-${id}/`));
  const names = others.flatMap((area) => [
    ...area.sidebars.map(({ id }) => `${area.id}/${id}`),
    ...(isRemote ? [] : area.pages.map((page) => pagePath(area, page))),
  ]);
  return syntaxNodes(file).flatMap((node) => {
    const [name = ''] = (stringValue(node) ?? '').split(/[?#&]/);
    if (!names.includes(name)) return [];
    const message = `"${name}" belongs to an area: ask for the action that it offers (useAction, actionPath)`;
    return [{ file: path, line: lineOfNode(node, file), message }];
  });
}
