import { useEffect, useState } from 'react';

/**
 * Gives the focus back to what had it when the overlay opened. React Aria does so at the next frame, which is too
 * early for an overlay that a navigation closes: React runs the effects of a transition later, and until then the
 * page behind is inert and takes no focus.
 */
export function useReturnFocus(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(() => {
    return () => {
      // Among the effects of the same closing is the one that makes the page usable again.
      setTimeout(() => {
        const isLost = document.activeElement === null || document.activeElement === document.body;
        if (isLost && opener instanceof HTMLElement && opener.isConnected) opener.focus();
      });
    };
  }, [opener]);
}
