import { create } from 'zustand';
import { fallBack, restartRun } from '../federation/area-run.ts';

const useGenerations = create<Record<string, number>>(() => ({}));

/** How often an area has been loaded anew in this page's life. */
export function currentGeneration(area: string): number {
  return useGenerations.getState()[area] ?? 0;
}

/** `currentGeneration`, followed. */
export function useGeneration(area: string): number {
  return useGenerations((generations) => generations[area] ?? 0);
}

/** Loads an area anew for those of its slots that failed; the others keep what they run on. */
export function reloadArea(area: string): void {
  restartRun(area);
  nextGeneration(area);
}

/** Puts an area on its previous release: its slots are drawn from that. */
export function replaceRelease(area: string): void {
  fallBack(area);
  nextGeneration(area);
}

function nextGeneration(area: string): void {
  useGenerations.setState({ [area]: currentGeneration(area) + 1 });
}
