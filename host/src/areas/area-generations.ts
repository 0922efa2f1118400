import { create } from 'zustand';
import { forgetArea } from '../federation/load-area.ts';

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
  forgetArea(area);
  useGenerations.setState({ [area]: currentGeneration(area) + 1 });
}
