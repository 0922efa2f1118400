let channel: BroadcastChannel | null = null;

/** Hears when another tab of this browser logs out; gives back the function that stops listening. */
export function listenToOtherTabs(onLogOut: () => void): () => void {
  const opened = new BroadcastChannel('portal-session');
  opened.addEventListener('message', (event) => {
    if (event.data === 'logged-out') onLogOut();
  });
  channel = opened;
  return () => {
    opened.close();
    channel = null;
  };
}

/** Tells the other tabs that the customer logged out. */
export function tellOtherTabs(): void {
  channel?.postMessage('logged-out');
}
