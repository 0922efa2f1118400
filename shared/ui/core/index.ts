// The components of the authorization screens and of the frame's fallbacks: part of the host's first load. The full index
// (`@portal/shared/ui`) is loaded with the account's pages and exports the same modules. A component that the login page
// does not need belongs in a file of its own, because whole files are loaded.
import '../tokens/tokens.css';

export { Button, IconButton } from '../button/button.tsx';
export { LinkButton, LinkProvider, TextLink } from '../button/link.tsx';
export { Checkbox } from '../choice/checkbox.tsx';
export { ErrorDescriptionProvider, ErrorPanel } from '../feedback/error-panel.tsx';
export { Loader } from '../feedback/loader.tsx';
export { FailureNotice, NotificationBox } from '../feedback/notification-box.tsx';
export { ToastRegion, toast } from '../feedback/toast.tsx';
export { PasswordField } from '../field/password-field.tsx';
export { TextField } from '../field/text-field.tsx';
export { FieldRow, Form, FormActions } from '../form/form.tsx';
export { Icon } from '../icon/icon.tsx';
export { Card } from '../layout/card.tsx';
export { Inline, PageHeader, Stack, VisuallyHidden } from '../layout/layout.tsx';
export { Menu } from '../popup/menu.tsx';
export { Select } from '../select/select.tsx';
