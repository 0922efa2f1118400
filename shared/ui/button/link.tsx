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

/** Makes all links of the design system use the router's link component; without it they are plain anchors. */
export function LinkProvider({
  component,
  children,
}: {
  component: ComponentType<UiLinkProps>;
  children: ReactNode;
}) {
  return <LinkContext value={component}>{children}</LinkContext>;
}

interface TextLinkProps extends UiLinkProps {
  /** Shows the link in the colour of the text around it. */
  quiet?: boolean;
  /** Opens in a new tab and shows an icon for it. */
  external?: boolean;
}

/** A link within text. */
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

interface LinkButtonProps extends UiLinkProps, ButtonLook {
  /** Uses a plain anchor instead of the router: for another site or a download. */
  external?: boolean;
}

/** A link that looks like a button. Use it for navigation; use a Button for actions. */
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
