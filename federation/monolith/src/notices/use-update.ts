/** No update is offered: the comparison needs none. */
export function useUpdate(): { isAvailable: boolean; isLeaving: boolean; dismiss: () => void } {
  return { isAvailable: false, isLeaving: false, dismiss: () => undefined };
}
