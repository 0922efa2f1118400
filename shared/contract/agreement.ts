/**
 * The data-processing agreement in force. Its text stands in the log-in area's texts and in the BFF's `legal` folder;
 * a new version limits every session until its customer has accepted it.
 */
export const agreement = { version: '2026-05', published: '2026-05-01' } as const;
