import { useQuery } from '@portal/shared/api';
import { profileQuery } from '@portal/shared/session';
import { useState } from 'react';

const second = 1_000;
const minute = 60 * second;

/** Shown while the register is being asked: reads the profile again until the answer is there. */
export function TaxAnswerWatch(): null {
  const [startMs] = useState(() => Date.now());
  useQuery({ ...profileQuery, refetchInterval: () => pause(Date.now() - startMs) });
  return null;
}

/** The register mostly answers within seconds; for ever would keep an idle session alive. */
function pause(waitedMs: number): number | false {
  if (waitedMs < minute) return 3 * second;
  return waitedMs < 10 * minute ? 30 * second : false;
}
