BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('2');
CREATE TABLE atlas (
	game VARCHAR(40) NOT NULL, 
	section VARCHAR(40) NOT NULL, 
	"row" VARCHAR(100) NOT NULL, 
	fact VARCHAR(40) NOT NULL, 
	value TEXT NOT NULL, 
	at VARCHAR(32) NOT NULL, 
	PRIMARY KEY (game, section, "row", fact)
);
INSERT INTO "atlas" VALUES('prairie-railroads','cities','Reno','income','3','2026-11-22T15:36:10.511002Z');
CREATE TABLE atlas_history (
	id INTEGER NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	section VARCHAR(40) NOT NULL, 
	"row" VARCHAR(100) NOT NULL, 
	fact VARCHAR(40) NOT NULL, 
	value TEXT NOT NULL, 
	at VARCHAR(32) NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "atlas_history" VALUES(1,'prairie-railroads','cities','Reno','income','2','2026-11-22T15:36:10.496916Z');
CREATE TABLE game_table (
	code VARCHAR(8) NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	created_at VARCHAR(32) NOT NULL, 
	host_hash VARCHAR(64) NOT NULL, 
	join_epoch INTEGER NOT NULL, 
	version INTEGER NOT NULL, 
	status VARCHAR(10) NOT NULL, 
	options TEXT NOT NULL, 
	PRIMARY KEY (code)
);
INSERT INTO "game_table" VALUES('CE8DZ9YR','prairie-railroads','2026-11-22T15:36:10.487Z','c0643c1a7fa88a5fe18b6f56a18f4d93616400d496be2a8b75d4b90af376f9b9',1,1001,'running','{"undo": "own", "teach": true, "paper_money": false}');
INSERT INTO "game_table" VALUES('1J9MFVPM','bank','2026-11-22T15:36:10.528Z','cb70c9ac81c6d5256db422cfaf7dac4af722616955c28a8021f46fed9cf7f9df',1,1001,'running','{"undo": "own", "teach": true, "paper_money": false}');
CREATE TABLE idempotency_key (
	code VARCHAR(8) NOT NULL, 
	who VARCHAR(10) NOT NULL, 
	"key" VARCHAR(200) NOT NULL, 
	body_hash VARCHAR(64) NOT NULL, 
	revision INTEGER NOT NULL, 
	PRIMARY KEY (code, who, "key"), 
	FOREIGN KEY(code) REFERENCES game_table (code) ON DELETE CASCADE
);
CREATE TABLE installation (
	name VARCHAR(40) NOT NULL, 
	value BLOB NOT NULL, 
	PRIMARY KEY (name)
);
INSERT INTO "installation" VALUES('secret',X'26AE61D5F7BA034DD2246C970742423B5A53AC848850B9562DC92DD6CFD37EF3');
CREATE TABLE line (
	code VARCHAR(8) NOT NULL, 
	revision INTEGER NOT NULL, 
	at VARCHAR(32) NOT NULL, 
	"by" VARCHAR(10) NOT NULL, 
	kind VARCHAR(10) NOT NULL, 
	format INTEGER NOT NULL, 
	body TEXT NOT NULL, 
	digest VARCHAR(64) NOT NULL, 
	PRIMARY KEY (code, revision), 
	FOREIGN KEY(code) REFERENCES game_table (code) ON DELETE CASCADE
);
INSERT INTO "line" VALUES('CE8DZ9YR',1,'2026-11-22T15:36:10.484Z','app','begin',2,'{"game":"prairie-railroads","box":1,"seats":3,"options":{"first_bidder":1,"draw_deck":null,"undo":"own","teach":true,"paper_money":false},"rulings":{"initial_zero_bid":"no_bid","growth_exhausted":"nothing","free_growth":"must","own_share_minimum":"fifth","blocked_control":"passed_over","other_controller_styles":"any","deck_empty_when":"turn_comes"},"atlas":{"cities":{"Troy":{"start":true},"Atchison":{"start":true},"Leavenworth":{"start":true},"Kansas City":{"start":true},"Fort Scott":{"start":true},"Paola":{"start":true},"Columbus":{"start":true},"Girard":{"start":true},"Marysville":{"income":2},"Whiting":{"income":1},"Cuba":{"income":1},"Concordia":{"income":2},"Pratt":{"income":2,"grid":"F5"},"Coffeyville":{"income":2},"Wichita":{"grid":"F6"},"Ransom":{},"Topeka":{},"St. Francis":{"grid":"A1"},"Reno":{"income":2}},"growth":{"12":{"primary":"Pratt","secondary":"Ransom"}},"links":[{"from":"El Dorado","to":"Wichita","one_way":true},{"from":"Wellington","to":"Wichita","one_way":true}],"western_builds":{"St. Francis":{"from":"Atwood"}}},"dice":{"id":"8e8639f8a51d6ea9","commitment":"b953b2c11481b4715bf99e91361f3fd83caae44a310406b895e17758b753b6fe"}}','50359711ac75bd5808321a9350eadfc5b2302655b6a25e30748667f315c01169');
INSERT INTO "line" VALUES('1J9MFVPM',1,'2026-11-22T15:36:10.523Z','app','begin',2,'{"game":"bank","box":1,"seats":2,"options":{"box":{"name":"Prairie Railroads","money":{"prefix":"$","suffix":""},"companies":[{"id":"CRIP","name":"Chicago, Rock Island & Pacific","colour":"#22252b","treasury":0,"certificates":5},{"id":"ATSF","name":"Atchison, Topeka & Santa Fe","colour":"#1f5fa8","treasury":0,"certificates":5},{"id":"KP","name":"Kansas Pacific","colour":"#b0272f","treasury":0,"certificates":5},{"id":"MKT","name":"Missouri, Kansas & Texas","colour":"#2f7d4f","treasury":0,"certificates":5},{"id":"SLSF","name":"Saint Louis & San Francisco","colour":"#c79a12","treasury":0,"certificates":5},{"id":"MP","name":"Missouri Pacific","colour":"#6b4a9e","treasury":0,"certificates":5}],"tracks":[{"name":"income","of":"company","min":0,"max":999,"start":0}],"cash":{"3":80,"4":70,"5":60},"paper_total":2450},"starting_cash":40,"act_for":"own","bank_open":"anyone","dice":[6,6],"bank_limit":null,"undo":"own","teach":true,"paper_money":false},"rulings":{},"atlas":{},"dice":{"id":"f6c80318105851bf","commitment":"1a9ed54cc2673433f6598e42674fb2b92be8c52406cf64fb0fc7a9e9138ebee7"}}','9871cf4c53bcf62c371c1f9f125a1d4b584e05575db279510e766d37f7e12f60');
INSERT INTO "line" VALUES('1J9MFVPM',2,'2026-11-22T15:36:10.538Z','host','move',2,'{"type":"pay","seat":2,"to":["seat:1"],"amount":2,"from":"seat:2"}','91bb34654faa970bf85f142ecead68ba7beebc1a94c28c72733742fa3b0b201d');
INSERT INTO "line" VALUES('1J9MFVPM',3,'2026-11-22T15:36:10.547Z','host','move',2,'{"type":"pay","seat":1,"to":["seat:2"],"amount":3,"from":"seat:1"}','2f7f7305600d153149eaa2768415b532025269a16fcd6668b84bb7ebe8082457');
INSERT INTO "line" VALUES('1J9MFVPM',4,'2026-11-22T15:36:10.550Z','host','move',2,'{"type":"pay","seat":2,"to":["seat:1"],"amount":1,"from":"seat:2"}','635bd03e7a1283d3931be89a074addf815c5a1b2e274b312c9fef171292c70c8');
INSERT INTO "line" VALUES('1J9MFVPM',5,'2026-11-22T15:36:10.554Z','host','move',2,'{"type":"pay","seat":1,"to":["seat:2"],"amount":2,"from":"seat:1"}','2d14f08b3772a54bd16fc1604014bf292db6ac9d2f962d073547f12b9e4a65a2');
INSERT INTO "line" VALUES('1J9MFVPM',6,'2026-11-22T15:36:10.558Z','host','move',2,'{"type":"pay","seat":2,"to":["seat:1"],"amount":3,"from":"seat:2"}','ea47b960a3b7d13436abcf089d50d9ddf1f7e7f314150c91aaff264f9b6e0938');
INSERT INTO "line" VALUES('1J9MFVPM',7,'2026-11-22T15:36:10.563Z','host','move',2,'{"type":"pay","seat":1,"to":["seat:2"],"amount":1,"from":"seat:1"}','25ea922a86db2104e64e85db4d5dd243669640819591b3d8b866935c11f659a9');
INSERT INTO "line" VALUES('1J9MFVPM',8,'2026-11-22T15:36:10.566Z','host','move',2,'{"type":"pay","seat":2,"to":["seat:1"],"amount":2,"from":"seat:2"}','503ab8767eaad65ef26cd7733b5c71d3106a89d98fc18472d55544e570a69854');
INSERT INTO "line" VALUES('CE8DZ9YR',2,'2026-11-22T15:36:10.580Z','host','move',2,'{"type":"bid","seat":1,"amount":9}','39036774defaeb98308d9fb8b78bbba70bb25da734de402aed5794fe38e627c0');
CREATE TABLE seat (
	code VARCHAR(8) NOT NULL, 
	seat INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	colour VARCHAR(20) NOT NULL, 
	key_hash VARCHAR(64), 
	handover_hash VARCHAR(64), 
	PRIMARY KEY (code, seat), 
	FOREIGN KEY(code) REFERENCES game_table (code) ON DELETE CASCADE
);
INSERT INTO "seat" VALUES('CE8DZ9YR',1,'Ed','#8c2f23',NULL,NULL);
INSERT INTO "seat" VALUES('CE8DZ9YR',2,'Dave','#1f5fa8',NULL,NULL);
INSERT INTO "seat" VALUES('CE8DZ9YR',3,'Pete','#2f7d4f',NULL,NULL);
INSERT INTO "seat" VALUES('1J9MFVPM',1,'Ed','#8c2f23',NULL,NULL);
INSERT INTO "seat" VALUES('1J9MFVPM',2,'Dave','#1f5fa8',NULL,NULL);
CREATE TABLE seat_limit (
	code VARCHAR(8) NOT NULL, 
	seat INTEGER NOT NULL, 
	amount INTEGER NOT NULL, 
	since INTEGER NOT NULL, 
	key_hash VARCHAR(64) NOT NULL, 
	PRIMARY KEY (code, seat), 
	FOREIGN KEY(code) REFERENCES game_table (code) ON DELETE CASCADE
);
CREATE TABLE seed (
	code VARCHAR(8) NOT NULL, 
	dice_id VARCHAR(40) NOT NULL, 
	secret BLOB NOT NULL, 
	since INTEGER NOT NULL, 
	PRIMARY KEY (code, dice_id), 
	FOREIGN KEY(code) REFERENCES game_table (code) ON DELETE CASCADE
);
INSERT INTO "seed" VALUES('CE8DZ9YR','8e8639f8a51d6ea9',X'FC6691BDDFF5F42F0AF697B1D4425599150BA6E074464E694F7B28B6225CA2F9',1);
INSERT INTO "seed" VALUES('1J9MFVPM','f6c80318105851bf',X'16DAC3F6A2C79FEB883A80594EDC8673CF20743B5961BA00A11CEA4B2FECFF2B',1);
CREATE TABLE snapshot (
	code VARCHAR(8) NOT NULL, 
	revision INTEGER NOT NULL, 
	line VARCHAR(64) NOT NULL, 
	program VARCHAR(40) NOT NULL, 
	body TEXT NOT NULL, 
	digest VARCHAR(64) NOT NULL, 
	PRIMARY KEY (code), 
	FOREIGN KEY(code) REFERENCES game_table (code) ON DELETE CASCADE
);
INSERT INTO "snapshot" VALUES('1J9MFVPM',8,'503ab8767eaad65ef26cd7733b5c71d3106a89d98fc18472d55544e570a69854','0.1.0','{"record":"companion.games.bank.state.State","seats":2,"rulings":{"pairs":[]},"ledger":{"record":"companion.vocabulary.ledger.Ledger","holdings":{"pairs":[[["bank","money"],2370],[["seat:1","money"],42],[["seat:2","money"],38],[["railroad:CRIP","share:CRIP"],5],[["railroad:ATSF","share:ATSF"],5],[["railroad:KP","share:KP"],5],[["railroad:MKT","share:MKT"],5],[["railroad:SLSF","share:SLSF"],5],[["railroad:MP","share:MP"],5]]},"suffix":"","unseen":{"set":[]}},"atlas":{"record":"companion.atlas.known.Atlas","sections":{"pairs":[]}},"box":{"record":"companion.games.bank.boxes.BankBox","name":"Prairie Railroads","prefix":"$","suffix":"","cash":[[3,80],[4,70],[5,60]],"paper_total":2450,"companies":[{"record":"companion.games.bank.boxes.Company","id":"CRIP","name":"Chicago, Rock Island & Pacific","colour":"#22252b","treasury":0,"certificates":5},{"record":"companion.games.bank.boxes.Company","id":"ATSF","name":"Atchison, Topeka & Santa Fe","colour":"#1f5fa8","treasury":0,"certificates":5},{"record":"companion.games.bank.boxes.Company","id":"KP","name":"Kansas Pacific","colour":"#b0272f","treasury":0,"certificates":5},{"record":"companion.games.bank.boxes.Company","id":"MKT","name":"Missouri, Kansas & Texas","colour":"#2f7d4f","treasury":0,"certificates":5},{"record":"companion.games.bank.boxes.Company","id":"SLSF","name":"Saint Louis & San Francisco","colour":"#c79a12","treasury":0,"certificates":5},{"record":"companion.games.bank.boxes.Company","id":"MP","name":"Missouri Pacific","colour":"#6b4a9e","treasury":0,"certificates":5}],"tracks":[{"record":"companion.games.bank.boxes.Track","name":"income","of":"company","least":0,"most":999,"starts":[["",0]]}]},"paper_total":2450,"act_for":"own","bank_open":"anyone","dice":[6,6],"tracks":{"pairs":[[["railroad:CRIP","income"],0],[["railroad:ATSF","income"],0],[["railroad:KP","income"],0],[["railroad:MKT","income"],0],[["railroad:SLSF","income"],0],[["railroad:MP","income"],0]]},"phase":{"record":"companion.games.bank.state.Open"},"asked":[],"requests":0}','0a8d49849bdab6386064e390ab32e323df9a786285d238e0bff5e255a748a78c');
CREATE INDEX game_table_created ON game_table (created_at);
COMMIT;
