import { type HTMLAttributes, type ReactNode, useId } from 'react';
import { classNames } from '../class-names.ts';
import { Icon, type IconProps } from '../icon/icon.tsx';
import classes from './card.module.css';

interface CardProps extends Omit<HTMLAttributes<HTMLElement>, 'title'> {
  title?: ReactNode;
  description?: ReactNode;
  icon?: IconProps['name'];
  /** Buttons or links at the end of the title's line. */
  actions?: ReactNode;
  footer?: ReactNode;
  headingLevel?: 2 | 3 | 4;
  /** `none` lets a table extend to the card's edges. */
  padding?: 'normal' | 'none';
}

/** A raised panel; a title makes it a named section. */
export function Card({
  title,
  description,
  icon,
  actions,
  footer,
  headingLevel = 2,
  padding = 'normal',
  children,
  ...rest
}: CardProps) {
  const titleId = useId();
  const Heading = `h${headingLevel}` as const;
  return (
    <section
      aria-labelledby={title ? titleId : undefined}
      {...rest}
      className={classNames(classes.card, rest.className)}
      data-padding={padding}
    >
      {(title || actions) && (
        <div className={classes.head}>
          {icon && <Icon name={icon} size="l" className={classes.icon} />}
          <div className={classes.titles}>
            {title && (
              <Heading id={titleId} className={classes.title}>
                {title}
              </Heading>
            )}
            {description && <p className={classes.description}>{description}</p>}
          </div>
          {actions && <div className={classes.actions}>{actions}</div>}
        </div>
      )}
      {children !== undefined && <div className={classes.body}>{children}</div>}
      {footer && <div className={classes.footer}>{footer}</div>}
    </section>
  );
}
