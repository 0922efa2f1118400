let isPressed = false;

// Screens are drawn ahead where there is no document.
if (typeof document !== 'undefined') {
  const note = ({ type }: Event) => {
    isPressed = type === 'mousedown';
  };
  document.addEventListener('mousedown', note, true);
  document.addEventListener('mouseup', note, true);
  // Whose release went to an element that is gone, or to another window, was never heard of.
  document.addEventListener('keydown', note, true);
}

/**
 * Acts once no button of the mouse is held. What moves under a pressed one, as when a field that is left shows its
 * error, makes the click miss the link or button that it was meant for.
 */
export function afterPress(act: () => void): void {
  if (isPressed) document.addEventListener('mouseup', act, { once: true });
  else act();
}
