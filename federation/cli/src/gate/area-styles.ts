import { isInsideArea, isOwnRule, mayBeFixed } from '@portal/federation-contract/area-styles';
import type { ReleasedFiles } from '@portal/federation-contract/composition';
import { type Rule, transform } from 'lightningcss';
import { type ReleaseName, releaseFolder } from '../releases/release-name.ts';
import { inParallel, type ReleaseStore } from '../store/release-store.ts';
import type { Finding } from './check-release.ts';

/** The style sheets of a stored area whose rules could affect the shell or another area. */
export async function checkStyles(
  store: ReleaseStore,
  name: ReleaseName,
  files: ReleasedFiles,
): Promise<Finding[]> {
  const sheets = Object.keys(files).filter((file) => file.endsWith('.css'));
  const faults = await inParallel(sheets, async (file) => {
    const sheet = await store.read(releaseFolder(name) + file);
    return sheet && { file, fault: faultOfSheet(sheet.content, name.unit) };
  });
  return faults.flatMap((one) =>
    one?.fault === undefined
      ? []
      : [
          {
            check: 'styles',
            release: `${name.unit}@${name.version}`,
            message: `${one.file} ${one.fault}`,
            advice: 'Build the area with the preset of this repository, which confines its styles.',
          },
        ],
  );
}

function faultOfSheet(content: Uint8Array, id: string): string | undefined {
  const faults: string[] = [];
  let depth = 0;
  try {
    transform({
      filename: `${id}.css`,
      code: content,
      visitor: {
        Rule(rule) {
          const name = definedName(rule);
          if (!isOwnRule(rule.type, name, id))
            faults.push(`has a rule for the whole page: ${rule.type} ${name ?? ''}`);
          if (rule.type === 'style') depth += 1;
        },
        RuleExit(rule) {
          if (rule.type === 'style') depth -= 1;
        },
        Declaration: {
          position({ value }) {
            if (mayBeFixed(value)) faults.push('has position: fixed');
          },
        },
        Selector(selector) {
          if (!isInsideArea(selector, id, depth > 1))
            faults.push('has a selector that matches elements beyond the area');
        },
      },
    });
  } catch (error) {
    return `cannot be read: ${error instanceof Error ? error.message : String(error)}`;
  }
  return faults[0];
}

function definedName(rule: Rule): string | undefined {
  if (rule.type === 'keyframes') return rule.value.name.value;
  return rule.type === 'property' || rule.type === 'counter-style' ? rule.value.name : undefined;
}
