import classes from './anonymous-bar.module.css';
import { Brand } from './brand.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { ThemeButton } from './theme-button.tsx';

/** The bar over a page that needs no account. */
export function AnonymousBar() {
  return (
    <header className={classes['bar']}>
      <Brand />
      <div className={classes['tools']}>
        <LanguageMenu />
        <ThemeButton />
      </div>
    </header>
  );
}
