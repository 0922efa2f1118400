import type { RunCandidates } from '../trial-run/trial-run.ts';

/** For tests of everything but the trial run: releases of a few bytes, which no browser could show. */
export const noTrialRun: RunCandidates = async () => ({ findings: [], pages: [] });
