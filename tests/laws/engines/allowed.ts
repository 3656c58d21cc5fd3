/** A feature that some supported engine lacks but that may still be used. */
interface Allowance {
  /** Path in MDN's data; a trailing `*` includes everything below. */
  feature: string;
  /** Sources that may use it: a path prefix, or for styles a pattern of the rule. */
  by: string | RegExp;
  why: string;
}

const anyRule = /./;
const mantinesRule = /\.m_[0-9a-f]{8}/;

export const allowedInScripts: readonly Allowance[] = [
  {
    feature: 'api.Navigator.share',
    by: 'src/ui/loading/hand-over.ts',
    why: 'asked for by canShare, which calls it, and what it throws is taken for a refusal',
  },
  {
    feature: 'api.Request.keepalive',
    by: 'src/app/session/log-out.ts',
    why: 'without it the request may end with the page, and the server keeps the session until it expires',
  },
  {
    feature: 'api.ServiceWorkerGlobalScope.sync_event',
    by: 'sw/service-worker.ts',
    why: 'without Background Sync nothing fires it, and pages wake the worker',
  },
  ...['appinstalled', 'beforeinstallprompt'].map((event) => ({
    feature: `api.Window.${event}_event`,
    by: 'src/features/install/offer.ts',
    why: 'without the event the install hint says how it is done by hand',
  })),
  {
    feature: 'api.Window.appinstalled_event',
    by: 'src/app/storage/request-persistent-storage.ts',
    why: 'without the event the first start of the installed app asks, or the first decision that waits',
  },
  {
    feature: 'api.ServiceWorkerGlobalScope.periodicsync_event',
    by: 'sw/service-worker.ts',
    why: 'without Periodic Background Sync nothing fires it, and drafts come with each sync',
  },
  {
    feature: 'api.ServiceWorkerRegistration.sync',
    by: 'sw/service-worker.ts',
    why: 'sync() of our own worker, not of the registration',
  },
  {
    feature: 'api.ServiceWorkerRegistration.periodicSync',
    by: 'sw/service-worker.ts',
    why: 'periodicSync() of our own worker, not of the registration',
  },
  { feature: 'api.WorkerNavigator.connection', by: 'sw/drafts/', why: 'connection() of our own runtime' },
  { feature: 'api.Navigator.install', by: 'sw/', why: 'install() of our own shell and of its precache' },
  { feature: 'javascript.builtins.Iterator.take', by: 'sw/gateway/gateway.ts', why: 'take() of our own decisions' },
  {
    feature: 'javascript.builtins.Iterator.take',
    by: 'src/app/queries/ready-choice.ts',
    why: 'take() of its own caller',
  },
  {
    feature: 'javascript.builtins.Iterator.toArray',
    by: 'node_modules/@mantine/core/',
    why: "toArray() of React's Children",
  },
  { feature: 'api.IDBIndex.locale', by: 'node_modules/@mantine/dates/', why: 'locale of its own settings' },
  { feature: 'api.MediaSource.handle', by: 'node_modules/workbox-precaching/', why: 'handle() of its own strategy' },
  {
    feature: 'api.Navigator.userAgentData',
    by: 'node_modules/@floating-ui/react/',
    why: 'read into a variable, which is then looked at',
  },
  ...['Navigation.navigate_event', 'Navigation.navigatesuccess_event', 'Navigation.navigateerror_event'].map(
    (name) => ({ feature: `api.${name}`, by: 'node_modules/react-dom/', why: 'only where there is a navigation' }),
  ),
  {
    feature: 'api.Window.navigation',
    by: 'node_modules/react-dom/',
    why: 'in a function that is called only where there is one',
  },
  {
    feature: 'api.Element.startViewTransition',
    by: 'node_modules/react-dom/',
    why: 'inside a try whose catch goes on without the transition',
  },
  {
    feature: 'api.Element.startViewTransition',
    by: 'node_modules/@tanstack/router-core/',
    why: "the router's own, which looks for the document's before it takes it",
  },
  {
    feature: 'api.VisualViewport.scrollend_event',
    by: 'node_modules/@tanstack/virtual-core/',
    why: 'only with an option that we leave off, and where the window has it',
  },
  {
    feature: 'api.StorageManager.estimate',
    by: 'src/creator/upload/kept-file.ts',
    why: 'inside a try whose catch keeps no copy beside the upload',
  },
  ...['VideoEncoder', 'VideoDecoder', 'VideoFrame', 'AudioEncoder', 'AudioDecoder', 'AudioData', 'Encoded'].map(
    (name) => ({
      feature: `api.${name}*`,
      by: 'node_modules/mediabunny/',
      why: 'a small rendition is made only where there is a VideoEncoder; the server makes it else, or where this fails',
    }),
  ),
  {
    feature: 'javascript.builtins.Symbol.dispose',
    by: 'node_modules/mediabunny/',
    why: 'made by the library itself where it is missing',
  },
  {
    feature: 'javascript.builtins.ArrayBuffer.resize',
    by: 'node_modules/mediabunny/',
    why: 'called only where the library has found it',
  },
  { feature: 'api.FileSystemEntry.copyTo', by: 'node_modules/mediabunny/', why: 'copyTo() of its own samples' },
  { feature: 'api.CustomElementRegistry.getName', by: 'node_modules/mediabunny/', why: 'getName() of its own tracks' },
  { feature: 'api.Document.prerendering', by: 'node_modules/web-vitals/', why: 'without it no page is prerendered' },
  {
    feature: 'javascript.builtins.Error.stackTraceLimit',
    by: 'node_modules/@sentry/browser/',
    why: 'only set, which does nothing where it is missing',
  },
  ...['lock', 'unlock'].map((name) => ({
    feature: `api.ScreenOrientation.${name}`,
    by: 'node_modules/@sentry/replay/',
    why: `${name}() of its own buffers`,
  })),
];

export const allowedInStyles: readonly Allowance[] = [
  { feature: 'css.properties.cursor.*', by: anyRule, why: 'a finger has no cursor' },
  { feature: 'css.properties.forced-color-adjust*', by: anyRule, why: 'an engine without it forces no colours' },
  { feature: 'css.properties.text-wrap*', by: anyRule, why: 'without it lines are less even, and no longer' },
  { feature: 'css.selectors.selection', by: mantinesRule, why: 'of its field for a time, which we never show' },
  { feature: 'css.properties.break-after.avoid', by: anyRule, why: 'on paper a title may end a sheet' },
  {
    feature: 'css.properties.scrollbar-gutter*',
    by: anyRule,
    why: 'where it is missing, scrollbars lie over the page',
  },
  { feature: 'css.properties.scrollbar-width*', by: anyRule, why: 'scrollbars that are shown lie over the page' },
  { feature: 'css.properties.text-size-adjust', by: /^html$/, why: "Mantine's sheet says it with Safari's prefix" },
  {
    feature: 'css.selectors.has',
    by: mantinesRule,
    why: "room beside two buttons in one field, beside a menu's scrollbar, and in an empty list: none is used",
  },
  { feature: 'css.properties.text-box-*', by: mantinesRule, why: 'a badge stands half a pixel lower' },
  { feature: 'css.properties.resize*', by: mantinesRule, why: 'phones have no corner to drag' },
];
