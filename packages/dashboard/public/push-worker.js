// The service worker of the dashboard. It only shows push messages, also while no page is open, and caches nothing.

self.addEventListener("push", (event) => {
  const { title, body, url, tag } = event.data.json();
  // A notification with the same tag replaces the one before it.
  event.waitUntil(self.registration.showNotification(title, { body, tag, icon: "/weir.svg", data: { url } }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const page = event.notification.data.url ?? "/alarms";
  event.waitUntil(self.clients.openWindow(page));
});
