-- pivot sales.csv --rows region,city --values 'sum(revenue),avg(cost),count()' --having 'city: sum(revenue) between 2000 and 15000' --having 'region: count() >= 20' --totals none
-- pivot sales.csv --rows region,city --values 'sum(revenue),avg(cost),count()' --having 'city: sum(revenue) >= 2,000' --having 'city: sum(revenue) <= 15K' --having 'region: count() >= 20' --totals none
select region, city, sum(revenue), avg(cost), count(*)
from sales
where exists (select 1 from sales r where r.region is not distinct from sales.region having count(*) >= 20)
group by region, city
having sum(revenue) between 2000 and 15000
order by region nulls last, city nulls last
