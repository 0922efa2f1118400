// What the authorization screens and the frame's fallbacks show. It is part of the host's first load; the full index
// (`@portal/shared/ui`) comes with the pages of the account. Both give the same modules.
import '../tokens/tokens.css';

export { Button, IconButton } from '../button/button.tsx';
export { Card } from '../card/card.tsx';
export { Checkbox } from '../checkbox/checkbox.tsx';
export { ErrorPanel } from '../feedback/error-panel.tsx';
export { Loader } from '../feedback/loader.tsx';
export { ErrorDescriptionProvider } from '../feedback/query-error.tsx';
export { FieldRow, Form, FormActions } from '../form/form.tsx';
export { Icon } from '../icon/icon.tsx';
export { Inline, PageHeader, Stack } from '../layout/layout.tsx';
export { VisuallyHidden } from '../layout/visually-hidden.tsx';
export { LinkButton, LinkProvider, TextLink, type UiLinkProps } from '../link/link.tsx';
export { Menu } from '../menu/menu.tsx';
export { FailureNotice } from '../notification-box/failure-notice.tsx';
export { NotificationBox } from '../notification-box/notification-box.tsx';
export { PasswordField } from '../password-field/password-field.tsx';
export { Select } from '../select/select.tsx';
export { TextField } from '../text-field/text-field.tsx';
export { ToastRegion } from '../toast/toast.tsx';
export { toast } from '../toast/toast-queue.ts';
