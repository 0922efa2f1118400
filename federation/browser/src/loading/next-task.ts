/** Ends the current task, so that the browser can paint and react to input. Resolves in a task of its own. */
export function nextTask(): Promise<void> {
  // Not every browser that we support has it.
  const { scheduler }: { scheduler?: Partial<Scheduler> } = globalThis;
  return scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve));
}
