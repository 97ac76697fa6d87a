// Shows why the app can't start: the browser is too old, or its files can't be loaded. Written for any browser, and
// without the app's catalogues, which can't be loaded either.
window.addEventListener('load', function () {
  var app = document.getElementById('app')
  if (app.firstChild) return
  var polish = /^pl/i.test(navigator.language || '')
  var alert = document.createElement('p')
  alert.setAttribute('role', 'alert')
  alert.style.cssText = 'max-width: 40em; margin: 2em auto; padding: 0 1em; font: 1.1em/1.5 sans-serif'
  alert.textContent = polish
    ? 'Semafor nie uruchomi się w tej przeglądarce. Działa w każdej, która pochodzi z 2023 roku lub jest nowsza: zaktualizuj ją ' +
      'albo spróbuj w innej. Jeśli jest nowa, sprawdź połączenie i wczytaj stronę jeszcze raz.'
    : 'Semafor can’t start in this browser. It runs in any one from 2023 or later: update yours, or try another one. ' +
      'If yours is new, check the connection and load the page again.'
  app.appendChild(alert)
})
