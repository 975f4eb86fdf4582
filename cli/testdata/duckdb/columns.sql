-- pivot sales.csv --rows product --cols region --values avg(revenue) --filter 'units is not null'
select
    case grouping(product) when 1 then 'Total' else product end,
    avg(revenue) filter (region = 'Asia'), avg(revenue) filter (region = 'EU'), avg(revenue) filter (region = 'US'),
    avg(revenue) filter (region is null), avg(revenue)
from sales
where units is not null
group by rollup(product)
order by grouping(product), product nulls last
