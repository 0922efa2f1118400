/**
 * Runs a change, then loads again what it has changed. After a failure too, but without waiting: the response may have been lost on its
 * way, and the list would show what is no longer there. Rejects as the change does.
 */
export async function changeThenReload<Result>(
  change: Promise<Result>,
  reload: () => Promise<void>,
): Promise<Result> {
  try {
    const result = await change;
    await reload();
    return result;
  } catch (error) {
    void reload();
    throw error;
  }
}
