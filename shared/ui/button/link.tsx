import {
  type AnchorHTMLAttributes,
  type ComponentType,
  createContext,
  type ReactNode,
  useContext,
} from 'react';
import { classNames } from '../class-names.ts';
import { Icon } from '../icon/icon.tsx';
import { ButtonContent, type ButtonLook, buttonClassName, buttonLook } from './button.tsx';
import classes from './link.module.css';

export interface UiLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string;
  children?: ReactNode;
}

const LinkContext = createContext<ComponentType<UiLinkProps>>((props) => <a {...props} />);

/** Gives every link of the design system the router's link; without it they are plain anchors. */
export function LinkProvider({
  component,
  children,
}: {
  component: ComponentType<UiLinkProps>;
  children: ReactNode;
}) {
  return <LinkContext value={component}>{children}</LinkContext>;
}

export interface TextLinkProps extends UiLinkProps {
  /** Quiet links take the colour of the text around them. */
  quiet?: boolean;
  /** Opens in a new tab, with an icon that says so. */
  external?: boolean;
}

/** A link inside text. */
export function TextLink({ quiet = false, external = false, className, children, ...rest }: TextLinkProps) {
  const Link = useContext(LinkContext);
  const props = { ...rest, className: classNames(classes.link, className), 'data-quiet': quiet || undefined };
  if (external) {
    return (
      <a target="_blank" rel="noreferrer" {...props}>
        {children}
        <Icon name="external" size="s" className={classes.external} />
      </a>
    );
  }
  return <Link {...props}>{children}</Link>;
}

export interface LinkButtonProps extends UiLinkProps, ButtonLook {
  /** A plain anchor to another site or a download, past the router. */
  external?: boolean;
}

/** A link that looks like a button: for going somewhere, not for doing something. */
export function LinkButton({
  theme,
  size,
  icon,
  iconEnd,
  full,
  external,
  className,
  children,
  ...rest
}: LinkButtonProps) {
  const RouterLink = useContext(LinkContext);
  const Link = external ? 'a' : RouterLink;
  return (
    <Link {...rest} className={classNames(buttonClassName, className)} {...buttonLook({ theme, size, full })}>
      <ButtonContent icon={icon} iconEnd={iconEnd}>
        {children}
      </ButtonContent>
    </Link>
  );
}
