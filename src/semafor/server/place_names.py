"""What places and regions are called in English and Polish, where that is not what people there say."""

from __future__ import annotations

from typing import Final

_NAMES: Final[dict[str, tuple[str, str]]] = {
    # id: (English, Polish)
    # North America
    "montreal": ("Montreal", "Montreal"),
    "new-orleans": ("New Orleans", "Nowy Orlean"),
    "new-york": ("New York", "Nowy Jork"),
    "washington": ("Washington", "Waszyngton"),
    # The North
    "alborg": ("Aalborg", "Aalborg"),
    "arhus": ("Aarhus", "Aarhus"),
    "kobenhavn": ("Copenhagen", "Kopenhaga"),
    "goteborg": ("Gothenburg", "Göteborg"),
    "stockholm": ("Stockholm", "Sztokholm"),
    "gdansk": ("Gdańsk", "Gdańsk"),
    "klaipeda": ("Klaipeda", "Kłajpeda"),
    "riga": ("Riga", "Ryga"),
    "tallinn": ("Tallinn", "Tallinn"),
    "murmansk": ("Murmansk", "Murmańsk"),
    "apatity": ("Apatity", "Apatyty"),
    "kostomuksha": ("Kostomuksha", "Kostomuksza"),
    # Italy
    "ancona": ("Ancona", "Ankona"),
    "bologna": ("Bologna", "Bolonia"),
    "bolzano": ("Bolzano", "Bolzano"),
    "catania": ("Catania", "Katania"),
    "firenze": ("Florence", "Florencja"),
    "genova": ("Genoa", "Genua"),
    "l-aquila": ("L'Aquila", "L'Aquila"),
    "messina": ("Messina", "Mesyna"),
    "milano": ("Milan", "Mediolan"),
    "napoli": ("Naples", "Neapol"),
    "pisa": ("Pisa", "Piza"),
    "roma": ("Rome", "Rzym"),
    "taranto": ("Taranto", "Tarent"),
    "torino": ("Turin", "Turyn"),
    "trento": ("Trento", "Trydent"),
    "trieste": ("Trieste", "Triest"),
    "venezia": ("Venice", "Wenecja"),
    "verona": ("Verona", "Werona"),
    # Countries
    "austria": ("Austria", "Austria"),
    "francia": ("France", "Francja"),
    "monaco": ("Monaco", "Monako"),
    "slovenia": ("Slovenia", "Słowenia"),
    "svizzera": ("Switzerland", "Szwajcaria"),
    # Regions of Italy
    "abruzzo-molise": ("Abruzzo and Molise", "Abruzja i Molise"),
    "piemonte-valle-d-aosta": ("Piedmont and Aosta Valley", "Piemont i Dolina Aosty"),
    "umbria-marche": ("Umbria and Marche", "Umbria i Marche"),
    "basilicata": ("Basilicata", "Basilicata"),
    "calabria": ("Calabria", "Kalabria"),
    "campania": ("Campania", "Kampania"),
    "emilia-romagna": ("Emilia-Romagna", "Emilia-Romania"),
    "friuli-venezia-giulia": ("Friuli Venezia Giulia", "Friuli-Wenecja Julijska"),
    "lazio": ("Lazio", "Lacjum"),
    "liguria": ("Liguria", "Liguria"),
    "lombardia": ("Lombardy", "Lombardia"),
    "puglia": ("Apulia", "Apulia"),
    "sardegna": ("Sardinia", "Sardynia"),
    "sicilia": ("Sicily", "Sycylia"),
    "toscana": ("Tuscany", "Toskania"),
    "trentino-alto-adige": ("Trentino-Alto Adige", "Trydent-Górna Adyga"),
    "veneto": ("Veneto", "Wenecja Euganejska"),
}


def place_names(id_: str, local: str) -> dict[str, str]:
    """A place's name by language; where there is no other, what people there say.

    >>> place_names("kobenhavn", "København")["pl"]
    'Kopenhaga'
    """
    english, polish = _NAMES.get(id_, (local, local))
    return {"local": local, "en": english, "pl": polish}
