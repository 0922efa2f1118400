import type { AreaRelease, HostRelease } from '@portal/federation-contract/composition';
import semver from 'semver';
import type { Finding } from './finding.ts';

/** What an area needs and the host does not provide: contract version and share scope. */
export function checkAgainstHost(
  release: string,
  area: Pick<AreaRelease, 'area' | 'needs'>,
  host: Pick<HostRelease, 'version' | 'provides' | 'contracts'>,
): Finding[] {
  const contract = area.area.contract;
  const understood = host.contracts.join(', ');
  const wrongContract: Finding[] = host.contracts.includes(contract)
    ? []
    : [
        {
          check: 'contract',
          release,
          message: `needs contract ${contract}; host ${host.version} supports ${understood}`,
        },
      ];
  return [...wrongContract, ...unprovided(release, area.needs, host)];
}

function unprovided(
  release: string,
  needs: AreaRelease['needs'],
  { version, provides }: Pick<HostRelease, 'version' | 'provides'>,
): Finding[] {
  return Object.entries(needs).flatMap(([name, range]): Finding[] => {
    const provided = provides[name];
    if (provided !== undefined && semver.satisfies(provided, range)) return [];
    const has = provided === undefined ? 'nothing' : provided;
    return [{ check: 'shared', release, message: `needs ${name} ${range}; host ${version} provides ${has}` }];
  });
}
