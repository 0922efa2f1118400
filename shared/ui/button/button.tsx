import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react';
import { classNames } from '../class-names.ts';
import { Spinner } from '../feedback/loader.tsx';
import { Icon, type IconProps } from '../icon/icon.tsx';
import classes from './button.module.css';

type ButtonTheme = 'green' | 'outline' | 'ghost' | 'red';
type ButtonSize = 'big' | 'medium' | 'small';

export interface ButtonLook {
  theme?: ButtonTheme | undefined;
  size?: ButtonSize | undefined;
  icon?: IconProps['name'] | undefined;
  iconEnd?: IconProps['name'] | undefined;
  /** Fills the width of its container. */
  full?: boolean | undefined;
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, ButtonLook {
  /** Shows a spinner, sets aria-busy and ignores presses; the button's width and focus do not change. */
  loading?: boolean;
  ref?: Ref<HTMLButtonElement>;
  children?: ReactNode;
}

/** A push button; green, big and of type `button` by default. */
export function Button({
  theme,
  size,
  icon,
  iconEnd,
  full,
  loading = false,
  className,
  children,
  ...rest
}: ButtonProps) {
  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    if (loading) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    rest.onClick?.(event);
  }
  return (
    <button
      type="button"
      {...rest}
      onClick={handleClick}
      aria-busy={loading || undefined}
      aria-disabled={loading || rest['aria-disabled']}
      className={classNames(classes.button, className)}
      {...buttonLook({ theme, size, full })}
      data-loading={loading || undefined}
    >
      <ButtonContent icon={icon} iconEnd={iconEnd}>
        {children}
      </ButtonContent>
      {loading && <Spinner className={classes.spinner} />}
    </button>
  );
}

export interface IconButtonProps extends Omit<ButtonProps, 'icon' | 'iconEnd' | 'full' | 'children'> {
  icon: IconProps['name'];
  /** The accessible name; also shown as the tooltip. */
  label: string;
}

/** A square button with an icon only. */
export function IconButton({ icon, label, theme = 'ghost', className, ...rest }: IconButtonProps) {
  return (
    <Button
      title={label}
      {...rest}
      theme={theme}
      aria-label={label}
      className={classNames(classes.square, className)}
      icon={icon}
    />
  );
}

/** The data attributes of a button's look, also for links that look like a button. */
export function buttonLook({ theme = 'green', size = 'big', full = false }: ButtonLook) {
  return { 'data-theme': theme, 'data-size': size, 'data-full': full || undefined };
}

interface ButtonContentProps extends Pick<ButtonLook, 'icon' | 'iconEnd'> {
  children: ReactNode;
}

/** A button's icons and text. */
export function ButtonContent({ icon, iconEnd, children }: ButtonContentProps) {
  return (
    <span className={classes.content}>
      {icon && <Icon name={icon} />}
      {children !== undefined && <span className={classes.text}>{children}</span>}
      {iconEnd && <Icon name={iconEnd} />}
    </span>
  );
}

export const buttonClassName = classes.button;
