import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../icon/icon.tsx';
import classes from './info-tip.module.css';

interface InfoTipProps {
  /** Accessible name of the question mark: "About ASR"; "More information" by default. */
  label?: string;
  children: ReactNode;
}

/** A question mark that shows an explanation on hover, focus and tap; Esc hides it. */
export function InfoTip({ label, children }: InfoTipProps) {
  const { t } = useTranslation('common');
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const tip = useRef<HTMLSpanElement>(null);
  const [isOpen, setOpen] = useState(false);

  // Places the tip below its mark and moves it into the window.
  useLayoutEffect(() => {
    const box = tip.current;
    if (!isOpen || !box || !button.current) return;
    const mark = button.current.getBoundingClientRect();
    // In the top layer no scroller clips the tip, and no container changes the meaning of `fixed`.
    box.showPopover?.();
    const size = box.getBoundingClientRect();
    const left = Math.min(
      Math.max(edge, mark.left + mark.width / 2 - size.width / 2),
      window.innerWidth - size.width - edge,
    );
    const below = mark.bottom + gap;
    const hasRoom = below + size.height < window.innerHeight;
    box.style.left = `${Math.max(edge, left)}px`;
    box.style.top = `${hasRoom ? below : mark.top - gap - size.height}px`;
  }, [isOpen]);

  return (
    <span className={classes.root} onPointerEnter={() => setOpen(true)} onPointerLeave={() => setOpen(false)}>
      <button
        ref={button}
        type="button"
        className={classes.mark}
        aria-label={label ?? t('ui.moreInformation')}
        aria-describedby={isOpen ? id : undefined}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onClick={() => setOpen(true)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !isOpen) return;
          event.stopPropagation();
          setOpen(false);
        }}
      >
        <Icon name="help" />
      </button>
      {isOpen && (
        <span ref={tip} id={id} role="tooltip" popover="manual" className={classes.tip}>
          {children}
        </span>
      )}
    </span>
  );
}

const edge = 8;
const gap = 6;
