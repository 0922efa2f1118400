// The host provides what the areas use, and a shared module is provided only when something here imports it.
import '@portal/shared/form';
