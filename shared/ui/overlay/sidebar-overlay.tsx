import { type MouseEvent, type ReactNode, useRef } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../button/button.tsx';
import { useMeasured } from '../element-size.ts';
import { AriaLocale, useDismissal, useReturnFocus, useSecondClickGuard } from './aria-overlay.tsx';
import classes from './sidebar.module.css';

export type CloseReason = 'escape' | 'outside' | 'right-click' | 'button';

export interface SidebarOverlayProps {
  title: ReactNode;
  /** Called when the customer wants to close it: set `isOpen` to false, or ask first because of unsaved text. */
  onCloseRequest: (reason: CloseReason) => void;
  children: ReactNode;
  /** Stays at the bottom while the content scrolls. */
  footer?: ReactNode;
  size: 'medium' | 'large';
}

/** The open panel of a Sidebar. */
export function SidebarOverlay({ title, onCloseRequest, children, footer, size }: SidebarOverlayProps) {
  const { t } = useTranslation('common');
  // React Aria does not report what closed the overlay.
  const lastInput = useRef('');
  useReturnFocus();
  useSecondClickGuard();
  const dismissal = useDismissal(() => onCloseRequest(lastInput.current === 'Escape' ? 'escape' : 'outside'));

  function handleContextMenu(event: MouseEvent) {
    // Popovers opened from the panel are its children in React but not in the document.
    if (!(event.target instanceof Node) || !event.currentTarget.contains(event.target)) return;
    if (isRightClickNeeded(event)) return;
    event.preventDefault();
    onCloseRequest('right-click');
  }
  return (
    <AriaLocale>
      <ModalOverlay
        isOpen
        isDismissable
        className={classes.scrim ?? ''}
        {...dismissal}
        onContextMenu={handleContextMenu}
      >
        <div
          className={classes.events}
          onKeyDownCapture={(event) => {
            lastInput.current = event.key;
          }}
          onKeyUpCapture={() => {
            lastInput.current = '';
          }}
        >
          <Modal className={classes.panel ?? ''} data-size={size}>
            <Dialog className={classes.dialog ?? ''}>
              <header className={classes.head}>
                <Heading slot="title" level={2}>
                  {title}
                </Heading>
                <IconButton
                  icon="close"
                  size="medium"
                  label={t('ui.close')}
                  onClick={() => onCloseRequest('button')}
                />
              </header>
              <SidebarBody title={title}>{children}</SidebarBody>
              {footer && <footer className={classes.footer}>{footer}</footer>}
            </Dialog>
          </Modal>
        </div>
      </ModalOverlay>
    </AriaLocale>
  );
}

/** Scrolled content without a focusable control is focusable itself, so that the keyboard can scroll it. */
function SidebarBody({ title, children }: Pick<SidebarOverlayProps, 'title' | 'children'>) {
  const body = useRef<HTMLDivElement>(null);
  const needsFocus = useMeasured(body, isScrolledText, false);
  const name = typeof title === 'string' ? title : undefined;
  return (
    <div
      ref={body}
      className={classes.body}
      {...(needsFocus && { role: 'region', 'aria-label': name, tabIndex: 0 })}
    >
      <div>{children}</div>
    </div>
  );
}

function isScrolledText(element: Element): boolean {
  const controls = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, [tabindex="0"]';
  return element.scrollHeight > element.clientHeight + 1 && element.querySelector(controls) === null;
}

/** Fields, links, buttons and selected text need the browser's context menu: copy, paste, open in a new tab. */
function isRightClickNeeded(event: MouseEvent): boolean {
  if (!(event.target instanceof Element)) return true;
  if (event.target.closest('a, button, input, select, textarea, label, [contenteditable], [role="button"]'))
    return true;
  return Boolean(window.getSelection()?.toString());
}
