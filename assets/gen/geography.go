package main

import "strings"

// region is a sales region. It sells from quarter `open` up to, but not in, quarter `shut`, counted from 2023-Q1. So
// some combinations of region and quarter have no rows.
type region struct {
	name       string
	weight     int
	open, shut int
	cities     []string // the city with the most sales first
}

func newRegion(name string, weight, open, shut int, cities string) region {
	return region{name, weight, open, shut, strings.Split(cities, ", ")}
}

var regions = []region{
	newRegion("Germany", 130, 0, 8, "Berlin, Hamburg, Munich, Cologne, Frankfurt, Stuttgart, Düsseldorf, Leipzig, "+
		"Dortmund, Essen, Bremen, Dresden, Hanover, Nuremberg, Duisburg, Bochum, Wuppertal, Bielefeld, Bonn, "+
		"Münster, Karlsruhe, Mannheim, Augsburg, Wiesbaden, Kiel, Aachen, Halle, Magdeburg, Freiburg, Lübeck, "+
		"Erfurt, Mainz, Rostock, Kassel"),
	newRegion("United Kingdom", 122, 0, 8, "London, Manchester, Birmingham, Leeds, Glasgow, Liverpool, Bristol, "+
		"Edinburgh, Sheffield, Newcastle, Nottingham, Leicester, Cardiff, Belfast, Coventry, Hull, Bradford, "+
		"Stoke-on-Trent, Plymouth, Derby, Southampton, Portsmouth, Brighton, Reading, Norwich, Aberdeen, Swansea, "+
		"York, Oxford, Cambridge, Exeter, Bath"),
	newRegion("France", 104, 0, 8, "Paris, Marseille, Lyon, Toulouse, Nice, Nantes, Montpellier, Strasbourg, "+
		"Bordeaux, Lille, Rennes, Reims, Toulon, Grenoble, Dijon, Angers, Nîmes, Clermont-Ferrand, Le Mans, Brest, "+
		"Tours, Amiens, Limoges, Metz, Perpignan, Besançon, Orléans, Rouen, Caen, Nancy"),
	newRegion("US East", 101, 0, 8, "New York, Boston, Philadelphia, Washington, Atlanta, Miami, Charlotte, "+
		"Baltimore, Orlando, Tampa, Raleigh, Pittsburgh, Richmond, Buffalo, Jacksonville, Providence, Hartford, "+
		"Norfolk, Savannah, Charleston, Albany, Rochester, Syracuse, Portland ME, Burlington"),
	newRegion("US West", 88, 0, 8, "Los Angeles, San Francisco, Seattle, San Diego, Phoenix, Denver, Portland, San "+
		"Jose, Las Vegas, Sacramento, Salt Lake City, Tucson, Albuquerque, Boise, Fresno, Oakland, Spokane, Reno, "+
		"Tacoma, Eugene, Santa Fe, Honolulu, Anchorage"),
	newRegion("Benelux", 74, 0, 8, "Amsterdam, Brussels, Rotterdam, Antwerp, The Hague, Utrecht, Ghent, Eindhoven, "+
		"Luxembourg, Liège, Groningen, Bruges, Tilburg, Almere, Breda, Nijmegen, Charleroi, Leuven, Arnhem, Haarlem, "+
		"Namur, Maastricht, Mons, Delft"),
	newRegion("Italy", 66, 0, 8, "Milan, Rome, Turin, Naples, Bologna, Florence, Genoa, Palermo, Bari, Catania, "+
		"Verona, Venice, Padua, Trieste, Brescia, Parma, Modena, Perugia, Livorno, Cagliari, Rimini, Ancona, Lecce, "+
		"Siena, Trento"),
	newRegion("Iberia", 61, 0, 8, "Madrid, Barcelona, Lisbon, Valencia, Seville, Porto, Zaragoza, Málaga, Bilbao, "+
		"Murcia, Palma, Alicante, Braga, Córdoba, Valladolid, Vigo, Coimbra, Gijón, Granada, A Coruña, Faro, Cádiz, "+
		"Salamanca"),
	newRegion("Nordics", 58, 0, 8, "Stockholm, Copenhagen, Oslo, Helsinki, Gothenburg, Aarhus, Malmö, Bergen, "+
		"Tampere, Reykjavík, Uppsala, Turku, Trondheim, Odense, Espoo, Aalborg, Stavanger, Linköping, Oulu, Örebro, "+
		"Tromsø, Umeå, Luleå"),
	newRegion("Poland", 47, 0, 8, "Warsaw, Kraków, Wrocław, Łódź, Poznań, Gdańsk, Szczecin, Katowice, Lublin, "+
		"Bydgoszcz, Białystok, Gdynia, Częstochowa, Radom, Toruń, Rzeszów, Kielce, Olsztyn, Opole"),
	newRegion("Alpine", 44, 0, 8, "Zurich, Vienna, Geneva, Basel, Graz, Bern, Lausanne, Linz, Salzburg, Innsbruck, "+
		"Lucerne, St. Gallen, Lugano, Klagenfurt, Villach, Winterthur, Bregenz, Vaduz"),
	newRegion("Japan", 41, 0, 8, "Tokyo, Osaka, Yokohama, Nagoya, Fukuoka, Sapporo, Kyoto, Kobe, Hiroshima, Sendai, "+
		"Kawasaki, Saitama, Chiba, Niigata, Okayama, Kumamoto, Kanazawa, Nagasaki, Naha"),
	newRegion("Canada", 36, 0, 8, "Toronto, Montreal, Vancouver, Calgary, Ottawa, Edmonton, Quebec City, Winnipeg, "+
		"Halifax, Hamilton, London ON, Victoria, Saskatoon, Regina, St. John's, Kelowna, Moncton"),
	newRegion("Australia", 33, 0, 8, "Sydney, Melbourne, Brisbane, Perth, Adelaide, Canberra, Gold Coast, Hobart, "+
		"Newcastle NSW, Wollongong, Geelong, Cairns, Darwin, Townsville, Ballarat, Bendigo"),
	newRegion("Central Europe", 27, 0, 8, "Prague, Budapest, Bratislava, Brno, Ljubljana, Debrecen, Ostrava, Košice, "+
		"Szeged, Plzeň, Maribor, Pécs, Győr, Olomouc, Liberec, Žilina, Nitra, Celje"),
	newRegion("Brazil", 22, 0, 8, "São Paulo, Rio de Janeiro, Brasília, Belo Horizonte, Curitiba, Porto Alegre, "+
		"Salvador, Recife, Fortaleza, Campinas, Goiânia, Manaus, Florianópolis, Vitória, Natal"),
	newRegion("Türkiye", 17, 0, 7, "Istanbul, Ankara, İzmir, Bursa, Antalya, Adana, Konya, Gaziantep, Kayseri, "+
		"Mersin, Eskişehir, Trabzon, Samsun"),
	newRegion("Gulf", 13, 0, 8, "Dubai, Riyadh, Abu Dhabi, Doha, Jeddah, Kuwait City, Muscat, Manama, Sharjah, "+
		"Dammam, Al Ain"),
	newRegion("Korea", 10, 2, 8,
		"Seoul, Busan, Incheon, Daegu, Daejeon, Gwangju, Suwon, Ulsan, Changwon, Jeonju, Jeju"),
	newRegion("New Zealand", 6, 1, 8, "Auckland, Wellington, Christchurch, Hamilton NZ, Tauranga, Dunedin, Napier, "+
		"Nelson, Queenstown"),
}
