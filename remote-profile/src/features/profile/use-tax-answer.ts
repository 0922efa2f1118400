import type { Profile } from '@portal/contract/profile';
import { useQuery } from '@portal/shared/api';
import { profileQuery } from '@portal/shared/session';

const askEveryMs = 3_000;
const rarelyMs = 30_000;
/** The register mostly answers within seconds; a member state may take long. */
const eagerMs = 60_000;

/** In step with the register: while it is being asked about the tax number, the profile is read again by itself. */
export function useTaxAnswer({ tax_status, tax_number }: Profile): void {
  const isWaiting = tax_status === 'unchecked' && tax_number !== null;
  useQuery({
    ...profileQuery,
    enabled: isWaiting,
    refetchInterval: ({ state }) => {
      if (!isWaiting) return false;
      return state.dataUpdateCount * askEveryMs < eagerMs ? askEveryMs : rarelyMs;
    },
  });
}
